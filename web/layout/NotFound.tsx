import { ButtonLink } from '#ui/Button.tsx';
import { Card } from '#ui/Card.tsx';
import { EmptyState } from '#ui/EmptyState.tsx';
import { moreIcons } from '#ui/more-icons.ts';
import { words } from '#web/words/en/not-found.ts';
import { Page } from './Page.tsx';

export default function NotFound() {
  const { title, text, action } = words;
  return (
    <Page title={title} width="narrow">
      <Card>
        <EmptyState icon={moreIcons.dice} title={text} action={<ButtonLink to="/">{action}</ButtonLink>} />
      </Card>
    </Page>
  );
}
