import '#ui/tokens.css';
import '#ui/base.css';
import '#console/tokens.css';
import '#console/base.css';
import { QueryClientProvider } from '@tanstack/react-query';
import { createRoot } from 'react-dom/client';
import { queryClient } from '#console/api/queries.ts';
import { Frame } from '#console/frame/Frame.tsx';
import { Gate } from '#console/sign-in/Gate.tsx';
import { Kit } from './Kit.tsx';

createRoot(document.getElementById('root')!).render(
  <QueryClientProvider client={queryClient}>
    <Gate>
      <Frame>
        <Kit />
      </Frame>
    </Gate>
  </QueryClientProvider>,
);
