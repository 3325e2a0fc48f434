import { beginFile } from './count-in-file.ts';

// Runs before each test file of a process that has run others.
beginFile();
