import { Page } from '../layout/Page.tsx';

export default function Bet() {
  return <Page title="Bet">{null}</Page>;
}
