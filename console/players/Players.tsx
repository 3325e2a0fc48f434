import { Screen } from '#console/frame/Screen.tsx';

export default function Players() {
  return <Screen title="Players">{null}</Screen>;
}
