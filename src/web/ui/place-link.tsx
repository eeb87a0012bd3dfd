import type { ComponentPropsWithoutRef } from 'react';

interface PlaceLinkProps extends ComponentPropsWithoutRef<'a'> {
  /** An address of the portal, with its search. */
  href: string;
}

/**
 * A link to a place of the portal, where a screen has hundreds of them: an anchor with nothing of its own, which the
 * portal follows (`app/follow-places.ts`). The router's links each reckon their address, and whether one is there, anew
 * whenever the address changes.
 */
export const PlaceLink = ({ children, ...rest }: PlaceLinkProps) => (
  <a data-place {...rest}>
    {children}
  </a>
);
