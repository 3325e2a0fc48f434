import { useEffect, useRef, useState } from 'react';
import { beginClosing, exportData, getClosing, takeBackClosing } from '#contract/calls/personal-data.ts';
import { formatDecimal } from '#domain/money.ts';
import { useAction } from '#web/api/actions.ts';
import { call } from '#web/api/call.ts';
import { callFile } from '#web/api/call-file.ts';
import { codeOf } from '#web/api/errors.ts';
import { Failure } from '#web/api/Failure.tsx';
import { refresh, useApi } from '#web/api/queries.ts';
import { Button } from '#ui/Button.tsx';
import { Dialog } from '#ui/Dialog.tsx';
import { Notice } from '#ui/Notice.tsx';
import { saveFile } from '#ui/save-file.ts';
import { Skeleton } from '#ui/Skeleton.tsx';
import { toast } from '#ui/toasts.ts';
import { formatDateTime } from '#web/values/format.ts';
import { words } from '#web/words/en/personal-data.ts';
import { kilobytes, megabytes } from '#web/words/en/units.ts';
import styles from './MyData.module.css';
import { ProvenAct } from './ProvenAct.tsx';

/** All that is kept of the client as a file, and the end of the account. */
export function MyData() {
  return (
    <div className={styles.parts}>
      <Export />
      <Closing />
    </div>
  );
}

const zip = 'application/zip';

function Export() {
  /** How many bytes have come; null while nothing is being downloaded. */
  const [bytes, setBytes] = useState<number | null>(null);
  const download = useRef<AbortController>(null);
  useEffect(() => () => download.current?.abort(), []);

  async function save() {
    const { signal } = (download.current = new AbortController());
    try {
      const file = await callFile(exportData, {}, { mediaType: zip, signal, onProgress: setBytes });
      saveFile(file, words.export.fileName(new Date().toISOString().slice(0, 10)), zip);
      toast.success(words.export.saved);
    } catch (error) {
      // Stopped by the client, so there is nothing to say.
      if (!signal.aborted) throw error;
    } finally {
      setBytes(null);
    }
  }

  return (
    <section className={styles.part}>
      <h4 className={styles.title}>{words.export.title}</h4>
      <p className={styles.lead}>{words.export.lead}</p>
      <ProvenAct
        variant="secondary"
        act={save}
        titleOf={(error) => (codeOf(error) === 'rate_limited' ? words.export.enough : undefined)}
      >
        {words.export.start}
      </ProvenAct>
      {bytes !== null && (
        <div className={styles.running}>
          <span role="status">{words.export.soFar(sizeOf(bytes))}</span>
          <Button variant="ghost" size="s" onClick={() => download.current?.abort()}>
            {words.export.stop}
          </Button>
        </div>
      )}
    </section>
  );
}

function sizeOf(bytes: number): string {
  return bytes < 1_000_000
    ? `${Math.ceil(bytes / 1_000)} ${kilobytes}`
    : `${formatDecimal(bytes / 1_000_000)} ${megabytes}`;
}

function Closing() {
  const closing = useApi(getClosing, {}, { select: ({ data }) => data.erasedAt });
  const [asking, setAsking] = useState(false);
  const close = () => setAsking(false);
  const keep = useAction(takeBackClosing, {
    refresh: ['auth'],
    onSuccess: () => toast.success(words.closing.kept),
  });

  async function begin() {
    await call(beginClosing);
    close();
    toast.success(words.closing.begun);
    refresh('auth');
  }

  if (closing.isPending) return <Skeleton lines={4} />;
  if (closing.data === undefined)
    return <Failure error={closing.error} onRetry={closing.refetch} retrying={closing.isFetching} />;
  return (
    <section className={styles.part}>
      <h4 className={styles.title}>{words.closing.title}</h4>
      {closing.data === null ? (
        <>
          <p className={styles.lead}>{words.closing.lead}</p>
          <Button variant="ghost" block onClick={() => setAsking(true)}>
            {words.closing.start}
          </Button>
        </>
      ) : (
        <>
          <Notice tone="warning" title={words.closing.running(formatDateTime(closing.data))}>
            <p>{words.closing.runningText}</p>
          </Notice>
          <Button block pending={keep.isPending} onClick={() => keep.mutate({})}>
            {words.closing.keep}
          </Button>
          {keep.error && <Failure error={keep.error} />}
        </>
      )}
      <Dialog open={asking} onClose={close} title={words.closing.confirmTitle}>
        <div className={styles.part}>
          <p>{words.closing.lead}</p>
          <p>{words.closing.erased}</p>
          <ProvenAct variant="strong" act={begin}>
            {words.closing.confirmed}
          </ProvenAct>
          <Button variant="ghost" block onClick={close}>
            {words.closing.back}
          </Button>
        </div>
      </Dialog>
    </section>
  );
}
