import { useState } from 'react';
import OneStage from './OneStage.tsx';

interface StageOverHeroProps {
  /** The draw whose sales have closed and whose numbers are not out yet. */
  drawing: { readonly id: string } | null;
}

/** Long enough to read what was paid. */
const lingers = 5_000;

/** The stage, laid over a hero from the close of a draw until its outcome is read. */
export default function StageOverHero({ drawing }: StageOverHeroProps) {
  const [onStage, setOnStage] = useState<string | null>(null);
  const [done, setDone] = useState<string | null>(null);
  // It stays when the numbers are out for everybody else.
  if (drawing && drawing.id !== onStage && drawing.id !== done) setOnStage(drawing.id);
  if (onStage === null) return null;
  return (
    <OneStage
      key={onStage}
      id={onStage}
      frame="over"
      lingers={lingers}
      onDone={() => {
        setDone(onStage);
        setOnStage(null);
      }}
    />
  );
}
