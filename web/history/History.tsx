import { Page } from '../layout/Page.tsx';

export default function History() {
  return <Page title="History">{null}</Page>;
}
