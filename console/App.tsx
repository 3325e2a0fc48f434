import { QueryClientProvider } from '@tanstack/react-query';
import { Router } from 'wouter';
import { base } from '#console/words/en/language.ts';
import { queryClient } from './api/queries.ts';
import { Gate } from './sign-in/Gate.tsx';
import { Frame } from './frame/Frame.tsx';
import { Screens } from './routes.tsx';

/** The whole console: whoever is not signed in sees the sign-in screen, at whatever address. */
export function App() {
  return (
    <Router base={base}>
      <QueryClientProvider client={queryClient}>
        <Gate>
          <Frame>
            <Screens />
          </Frame>
        </Gate>
      </QueryClientProvider>
    </Router>
  );
}
