import { Screen } from '#console/frame/Screen.tsx';

export default function Timetable() {
  return <Screen title="Timetable">{null}</Screen>;
}
