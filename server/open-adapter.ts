import type { PaymentAccount } from './config.ts';
import { cinetPayUrl, createCinetPayProvider } from './payments/cinetpay/adapter.ts';
import { createFedaPayProvider, fedaPayUrl } from './payments/fedapay/adapter.ts';
import { createPawaPayProvider, pawaPayUrl } from './payments/pawapay/adapter.ts';
import type { PaymentProvider } from './payments/provider.ts';
import { createWaveProvider, waveUrl } from './payments/wave/adapter.ts';

/** The adapter of an account; null for the sandbox, which the site runs itself. */
export function openAdapter(settings: PaymentAccount, publicUrl: () => string): PaymentProvider | null {
  switch (settings.provider) {
    case 'sandbox':
      return null;
    case 'fedapay':
      return createFedaPayProvider({ ...settings, apiUrl: settings.apiUrl ?? fedaPayUrl });
    case 'cinetpay':
      return createCinetPayProvider({
        ...settings,
        apiUrl: settings.apiUrl ?? cinetPayUrl,
        webhookUrl: () => `${publicUrl()}/api/payments/${settings.id}/webhook`,
      });
    case 'pawapay':
      return createPawaPayProvider({ ...settings, apiUrl: settings.apiUrl ?? pawaPayUrl });
    case 'wave':
      return createWaveProvider({ ...settings, apiUrl: settings.apiUrl ?? waveUrl });
  }
}
