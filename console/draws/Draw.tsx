import { Screen } from '#console/frame/Screen.tsx';

export default function Draw() {
  return <Screen title="Draw">{null}</Screen>;
}
