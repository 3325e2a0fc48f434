import { Page } from '../layout/Page.tsx';

export default function Wallet() {
  return <Page title="Wallet">{null}</Page>;
}
