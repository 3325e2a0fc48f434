import { vi } from 'vitest';

// Runs before each test file of a process that has run others: nothing is left of what these have imported, stubbed or turned forward.
vi.useRealTimers();
vi.unstubAllGlobals();
vi.unstubAllEnvs();
vi.resetModules();
