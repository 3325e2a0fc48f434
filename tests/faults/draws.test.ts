import { drawWithFaults } from './draws.ts';

drawWithFaults({ mostDraws: 25, drawsAtOnce: 25, cutMoreThan: 1 });
