import { Page } from '../layout/Page.tsx';

export default function Checkout() {
  return <Page title="Checkout">{null}</Page>;
}
