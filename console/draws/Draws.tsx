import { Screen } from '#console/frame/Screen.tsx';

export default function Draws() {
  return <Screen title="Draws">{null}</Screen>;
}
