import { useEffect, useEffectEvent, useState } from 'react';
import { getFactors } from '#contract/calls/identity.ts';
import { useApi } from '#web/api/queries.ts';
import { local } from '#web/storage/storage.ts';
import { Button } from '#ui/Button.tsx';
import { dismissToast, toast, useToast } from '#ui/toasts.ts';
import { words } from '#web/words/en/passkeys.ts';
import { ConfirmItIsYou } from './ConfirmItIsYou.tsx';
import { hasPasskeys } from './hasPasskeys.ts';
import { SetPasskey } from './SetPasskey.tsx';

/** Belongs to the device, and says nothing about its user. */
const key = 'passkey.offer';
const answered = 'answered';

/** Offers to set a passkey, to a client without one, until it was answered once on this device: used or dismissed. It lies over the page: nothing moves. */
export function PasskeyOffer() {
  const [isWanted] = useState(() => hasPasskeys() && local.getItem(key) !== answered);
  const [isOpen, setOpen] = useState(false);
  const { data } = useApi(getFactors, {}, { enabled: isWanted, select: (answer) => answer.data });
  const isOffered = data?.passkeys.length === 0;
  const isShown = useToast()?.text === words.offer;
  const [wasShown, setWasShown] = useState(false);
  if (isShown && !wasShown) setWasShown(true);
  const isAnswered = wasShown && !isShown;
  useEffect(() => {
    if (isAnswered) local.setItem(key, answered);
  }, [isAnswered]);
  const offer = useEffectEvent(() => {
    toast.info(words.offer, {
      action: (
        <Button
          variant="secondary"
          size="s"
          onClick={() => {
            dismissToast();
            setOpen(true);
          }}
        >
          {words.set}
        </Button>
      ),
    });
  });
  useEffect(() => {
    if (isOffered) offer();
  }, [isOffered]);
  return (
    <>
      {isOpen && <SetPasskey onClose={() => setOpen(false)} />}
      <ConfirmItIsYou />
    </>
  );
}
