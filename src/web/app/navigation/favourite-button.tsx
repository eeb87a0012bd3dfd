import { ActionIcon } from '@mantine/core';
import { IconStar, IconStarFilled } from '@tabler/icons-react';
import { useLocation } from '@tanstack/react-router';
import { isPlace, toggleFavourite } from '#web/ui/pages/known-places.ts';
import { useKnownPlaces } from './use-known-places.ts';

const SIZE = 40;

/** Puts the screen of the moment at the top of the navigation, or takes it away there. */
export function FavouriteButton() {
  const to = useLocation({ select: ({ pathname }) => pathname });
  const { favourites, visited } = useKnownPlaces();
  const label = visited.find((place) => place.to === to)?.label;
  if (!isPlace(to)) return null;
  // The screen says its name when it comes; what is beside the button stays where it is.
  if (label === undefined) return <span style={{ flex: 'none', width: SIZE }} />;
  const marked = favourites.some((place) => place.to === to);
  const Star = marked ? IconStarFilled : IconStar;
  return (
    <ActionIcon
      variant="subtle"
      color={marked ? 'dawn' : 'gray'}
      size={SIZE}
      aria-label="Favourite"
      title={marked ? 'A favourite: it stands at the top of the navigation' : 'Add to favourites'}
      aria-pressed={marked}
      onClick={() => toggleFavourite({ to, label })}
    >
      <Star size={20} aria-hidden />
    </ActionIcon>
  );
}
