import { drawWithFaults } from './draws.ts';

drawWithFaults({ mostDraws: 50, drawsAtOnce: 25, cutMoreThan: 1 });
