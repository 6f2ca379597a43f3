/** What a dashboard is called, who may see and change it, and what it is found by: all but its layout and metadata. */
export interface DashboardProperties {
  dashboard_title: string;
  slug: string | null;
  css: string | null;
  certified_by: string | null;
  certification_details: string | null;
  published: boolean;
  owners: readonly { id: number; first_name?: string; last_name?: string }[];
  roles: readonly { id: number; name: string }[];
  tags: readonly WrittenTag[];
  /** `json_data`: JSON text of design tokens. Drafts kept by earlier versions have none, and leave what is stored. */
  theme?: { id: number; theme_name: string; json_data: string } | null;
}

/** A tag that people gave. New ones have no id before they are saved. */
export interface WrittenTag {
  id?: number;
  name: string;
}
