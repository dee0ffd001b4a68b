"""An administrator sees the site as a member does: pages below `/as`, read with the member's own role and claims."""
