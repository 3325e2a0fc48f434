import './ui/tokens.css';
import './ui/base.css';
import { QueryClientProvider } from '@tanstack/react-query';
import { queryClient } from './api/queries.ts';
import { AppRoutes } from './routes.tsx';

/** The app without its router, which the browser and the prerender each bring. */
export function App() {
  return (
    <QueryClientProvider client={queryClient}>
      <AppRoutes />
    </QueryClientProvider>
  );
}
