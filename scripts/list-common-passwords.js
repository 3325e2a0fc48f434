// The part of `npm run build` that lists the passwords that nobody may have.
import { makeCommonPasswordsWhenMissing } from './common-passwords.js';

await makeCommonPasswordsWhenMissing();
