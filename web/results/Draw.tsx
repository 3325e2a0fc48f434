import { Page } from '../layout/Page.tsx';

export default function Draw() {
  return <Page title="Draw">{null}</Page>;
}
