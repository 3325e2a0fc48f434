import { Screen } from '#console/frame/Screen.tsx';

export default function Settings() {
  return <Screen title="Settings">{null}</Screen>;
}
