import { type ReactNode, useEffect, useMemo, useState } from "react";
import { createPortal } from "react-dom";
import type { MarkMap } from "./gl-map.ts";
import type { Position } from "./spatial.ts";

/** Something of a page that stands at a place of a map and moves with it. */
export interface MapPin {
  key: string;
  at: Position;
  content: ReactNode;
}

interface Props {
  map: MarkMap;
  /** What stands on the map at a zoom. */
  pinsAt(zoom: number): readonly MapPin[];
}

export function MapPins({ map, pinsAt }: Props) {
  const [zoom, setZoom] = useState(() => map.zoom());
  useEffect(() => map.watchZoom(setZoom), [map]);
  const pins = useMemo(() => pinsAt(zoom), [pinsAt, zoom]);
  return pins.map(({ key, at, content }) => (
    <Pin key={key} map={map} longitude={at[0]} latitude={at[1]}>
      {content}
    </Pin>
  ));
}

interface PinProps {
  map: MarkMap;
  longitude: number;
  latitude: number;
  children: ReactNode;
}

function Pin({ map, longitude, latitude, children }: PinProps) {
  const [element] = useState(() => document.createElement("div"));
  useEffect(() => map.pin(element, [longitude, latitude]), [map, element, longitude, latitude]);
  return createPortal(children, element);
}
