import { Screen } from '#console/frame/Screen.tsx';

export default function Player() {
  return <Screen title="Player">{null}</Screen>;
}
