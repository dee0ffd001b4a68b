export { Consent } from "./consent/Consent";
export { ForgetPassword } from "./ForgetPassword";
export { ResetPassword } from "./ResetPassword";
export { SignIn } from "./SignIn";
export { SignUp } from "./SignUp";
export { Welcome } from "./Welcome";
