import { drawWithFaults } from './draws.ts';

drawWithFaults({ mostDraws: 200, drawsAtOnce: 50, cutMoreThan: 20 });
