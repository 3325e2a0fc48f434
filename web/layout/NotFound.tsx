import { ButtonLink } from '#ui/Button.tsx';
import { Card } from '#ui/Card.tsx';
import { EmptyState } from '#ui/EmptyState.tsx';
import { icons } from '#ui/icons.ts';
import { words } from '#web/words/en/layout.ts';
import { Page } from './Page.tsx';

export function NotFound() {
  const { title, text, action } = words.notFound;
  return (
    <Page title={title} width="narrow">
      <Card>
        <EmptyState icon={icons.dice} title={text} action={<ButtonLink to="/">{action}</ButtonLink>} />
      </Card>
    </Page>
  );
}
