import { Link } from "react-router";
import type { MenuItem } from "../ui/Menu.tsx";
import type { Place } from "../web/navigation/places.ts";

export function placeEntry(place: Place): MenuItem {
  return {
    key: place.path,
    label: <Link to={place.path}>{place.label}</Link>,
    icon: <place.icon size={16} />,
  };
}
