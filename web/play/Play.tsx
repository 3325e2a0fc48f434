import { Page } from '../layout/Page.tsx';

export default function Play() {
  return <Page title="Play">{null}</Page>;
}
