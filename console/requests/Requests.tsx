import { Screen } from '#console/frame/Screen.tsx';

export default function Requests() {
  return <Screen title="Requests">{null}</Screen>;
}
