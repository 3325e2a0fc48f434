import type { IdentityService } from '#contract/identity.ts';
import type { Http } from '#server/http/http.ts';
import { addressIn, languages } from '#server/words/languages.ts';

/** The page on which Firebase confirms a phone, in every language. The web app loads it anew for that. */
const pages = new Set(languages.map((language) => `${addressIn('/auth/confirm', language)}?by=firebase`));

/**
 * Opens the content security policy of the one page that uses Firebase, as far as its SDK and its reCAPTCHA need. All other pages
 * keep the strict one.
 */
export function openPolicyForFirebase(http: Http, service: IdentityService): void {
  const more = sourcesOf(service);
  // Only here the policy is that of the page, with the hashes of its inline code.
  http.addHook('onSend', (request, reply, payload, done) => {
    const policy = reply.getHeader('content-security-policy');
    if (pages.has(request.url)) void reply.header('content-security-policy', open(String(policy), more));
    done(null, payload);
  });
}

type Sources = Readonly<Record<string, string>>;

function sourcesOf({ emulator }: IdentityService): Sources {
  // The emulator asks for no reCAPTCHA.
  if (emulator !== null) return { 'connect-src': emulator };
  return {
    // As Google's documentation of reCAPTCHA says.
    'script-src': 'https://www.google.com/recaptcha/ https://www.gstatic.com/recaptcha/',
    'frame-src': 'https://www.google.com/recaptcha/ https://recaptcha.google.com/recaptcha/',
    'connect-src': 'https://identitytoolkit.googleapis.com https://www.google.com/recaptcha/',
    // `web/identity/firebase.ts` makes the policy `default`. The names of reCAPTCHA's own are not documented.
    'trusted-types': '*',
  };
}

/** Adds sources to the directives of a policy, and directives that it does not have. */
function open(policy: string, more: Sources): string {
  const left = new Map(Object.entries(more));
  const directives = policy.split('; ').map((directive) => {
    const name = directive.split(' ', 1)[0]!;
    const sources = left.get(name);
    left.delete(name);
    return sources === undefined ? directive : `${directive} ${sources}`;
  });
  return [...directives, ...Array.from(left, ([name, sources]) => `${name} ${sources}`)].join('; ');
}
