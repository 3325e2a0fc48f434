import { Screen } from '#console/frame/Screen.tsx';

export default function Money() {
  return <Screen title="Money">{null}</Screen>;
}
