import { createContext } from 'react';

/** Whether what stands around is older than it should be. It takes no act then. */
export const StaleContext = createContext(false);
