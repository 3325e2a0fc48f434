import { Screen } from '#console/frame/Screen.tsx';

export default function Audit() {
  return <Screen title="Audit">{null}</Screen>;
}
