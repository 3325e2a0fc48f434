import { words } from '#console/words/en/sign-in.ts';

/** Lets an operator in. */
export function SignIn() {
  return (
    <main>
      <h1>{words.title}</h1>
    </main>
  );
}
