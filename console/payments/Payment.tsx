import { Screen } from '#console/frame/Screen.tsx';

export default function Payment() {
  return <Screen title="Payment">{null}</Screen>;
}
