export { ProfileButton } from "./ProfileButton.tsx";
