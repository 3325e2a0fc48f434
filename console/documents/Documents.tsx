import { Screen } from '#console/frame/Screen.tsx';

export default function Documents() {
  return <Screen title="Documents">{null}</Screen>;
}
