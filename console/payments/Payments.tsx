import { Screen } from '#console/frame/Screen.tsx';

export default function Payments() {
  return <Screen title="Payments">{null}</Screen>;
}
