import { createCinetPayProvider } from '#server/payments/cinetpay/adapter.ts';
import { createPawaPayProvider } from '#server/payments/pawapay/adapter.ts';
import type { PaymentProvider } from '#server/payments/provider.ts';

/**
 * The accounts of a site at two stand-ins: pawaPay, and CinetPay in Côte d'Ivoire.
 *
 * @param urls where the stand-ins listen
 * @param siteUrl where the site listens
 */
export function twoAccounts(
  urls: { readonly pawapay: string; readonly cinetpay: string },
  siteUrl: () => string,
): PaymentProvider[] {
  return [
    createPawaPayProvider({ apiUrl: urls.pawapay, token: 'sandbox-token' }),
    createCinetPayProvider({
      id: 'cinetpay_ci',
      apiUrl: urls.cinetpay,
      apiKey: 'sk_test_key',
      apiPassword: 'password',
      country: 'CI',
      webhookUrl: () => `${siteUrl()}/api/payments/cinetpay_ci/webhook`,
    }),
  ];
}
