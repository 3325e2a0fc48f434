import { useEffect, useState } from 'react';
import styles from './QrCode.module.css';

/** A QR code, black on white in both themes, because cameras expect that. Its library is loaded on demand. */
export function QrCode({ text, label }: { text: string; label: string }) {
  const [modules, setModules] = useState<boolean[][] | null>(null);
  useEffect(() => {
    let wanted = true;
    // If the library cannot be loaded there is no picture; the link beside it has the same address.
    void import('qr').then(
      ({ encodeQR }) => wanted && setModules(encodeQR(text, 'raw', { ecc: 'low', border: quietZone })),
      () => {},
    );
    return () => {
      wanted = false;
    };
  }, [text]);

  const size = modules?.length ?? 1;
  return (
    <svg
      className={styles.code}
      viewBox={`0 0 ${size} ${size}`}
      role="img"
      aria-label={label}
      shapeRendering="crispEdges"
    >
      {modules && <path d={outline(modules)} />}
    </svg>
  );
}

/** In modules, as ISO/IEC 18004 asks. */
const quietZone = 4;

/** One SVG path of all the dark modules, run by run. */
function outline(modules: readonly (readonly boolean[])[]): string {
  return modules.flatMap((cells, y) => cells.flatMap((dark, x) => (dark ? [`M${x} ${y}h1v1h-1z`] : []))).join('');
}
