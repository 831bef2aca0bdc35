package config

import (
	"errors"
	"fmt"
	"net"
	"net/mail"
	"net/url"
	"slices"
	"strings"
	"time"
)

// Access holds the settings for signing in. Secrets (addresses with passwords, client secret,
// provisioning tokens) belong in the environment or the settings file, not on the command line,
// where every process can read them.
type Access struct {
	SessionIdle         time.Duration `help:"A session ends after this long without use." default:"12h" env:"COHORTIUM_SESSION_IDLE" name:"session-idle"`
	SessionMax          time.Duration `help:"A session ends this long after sign-in." default:"168h" env:"COHORTIUM_SESSION_MAX" name:"session-max"`
	RememberMax         time.Duration `help:"The same for people who asked to be remembered." default:"720h" env:"COHORTIUM_REMEMBER_MAX" name:"remember-max"`
	RequireSecondFactor []string      `help:"Roles that may do nothing without a second factor, such as admin,reviewer; everybody may set one up." default:"none" env:"COHORTIUM_REQUIRE_SECOND_FACTOR" name:"require-second-factor"`
	Registration        bool          `help:"Let strangers ask for an account." env:"COHORTIUM_REGISTRATION"`

	OIDCIssuer       string `help:"OpenID issuer of the external sign-in." default:"https://accounts.google.com" env:"COHORTIUM_OIDC_ISSUER" name:"oidc-issuer"`
	OIDCName         string `help:"Label of its button." default:"Google" env:"COHORTIUM_OIDC_NAME" name:"oidc-name"`
	OIDCClientID     string `help:"Client id of this server at the issuer; without one there is no external sign-in." env:"COHORTIUM_OIDC_CLIENT_ID" name:"oidc-client-id"`
	OIDCClientSecret string `help:"Client secret; set it by environment or file." env:"COHORTIUM_OIDC_CLIENT_SECRET" name:"oidc-client-secret" hidden:""`

	MailURL  string `help:"Mail server, smtp://user:password@host:587 or smtps://…; without one, links are shown to copy." env:"COHORTIUM_MAIL_URL" name:"mail-url"`
	MailFrom string `help:"Sender of mail." env:"COHORTIUM_MAIL_FROM" name:"mail-from"`

	UserServiceURL   string   `help:"Where the SGC area signs in: builtin, none, or the address of a user service." default:"builtin" env:"COHORTIUM_USER_SERVICE_URL" name:"user-service-url"`
	SGCGroup         string   `help:"Group of the SGC area in the user service." default:"sgc" env:"COHORTIUM_SGC_GROUP" name:"sgc-group"`
	SGCUploaderToken string   `help:"Provisioning token for uploaders at an external user service; set it by environment or file." env:"COHORTIUM_SGC_UPLOADER_TOKEN" name:"sgc-uploader-token" hidden:""`
	SGCReviewerToken string   `help:"The same for reviewers." env:"COHORTIUM_SGC_REVIEWER_TOKEN" name:"sgc-reviewer-token" hidden:""`
	AllowedOrigins   []string `help:"Other origins whose pages may call this API, such as https://portal.example.org." env:"COHORTIUM_ALLOWED_ORIGINS" name:"allowed-origins"`
}

// Values of UserServiceURL that are not addresses.
const (
	UserServiceBuiltin = "builtin"
	UserServiceNone    = "none"
)

// ExternalUserService reports whether the SGC area signs in elsewhere.
func (a Access) ExternalUserService() bool {
	return a.UserServiceURL != UserServiceBuiltin && a.UserServiceURL != UserServiceNone
}

// SecondFactorRoles returns the roles that need a second factor.
func (a Access) SecondFactorRoles() []string {
	return slices.DeleteFunc(slices.Clone(a.RequireSecondFactor), func(role string) bool { return role == "none" })
}

// Validate returns an error with one sentence for each invalid setting.
func (a Access) Validate() error {
	return errors.Join(
		positive("--session-idle", int64(a.SessionIdle)), positive("--session-max", int64(a.SessionMax)),
		positive("--remember-max", int64(a.RememberMax)),
		a.validateProvider(), a.validateMail(), a.validateUserService(), origins(a.AllowedOrigins),
	)
}

func (a Access) validateProvider() error {
	if a.OIDCClientID == "" {
		return nil
	}
	return errors.Join(remote("--oidc-issuer", a.OIDCIssuer), secret("COHORTIUM_OIDC_CLIENT_SECRET", a.OIDCClientSecret))
}

func (a Access) validateMail() error {
	if a.MailURL == "" {
		return nil
	}
	if _, err := mail.ParseAddress(a.MailFrom); err != nil {
		return errors.New("--mail-from has to be the address that mail comes from, such as registry@example.org")
	}
	return scheme("--mail-url", a.MailURL, "smtp", "smtps")
}

func (a Access) validateUserService() error {
	if a.SGCGroup == "" {
		return errors.New("--sgc-group is empty: name the group of the SGC area, such as sgc")
	}
	if !a.ExternalUserService() {
		return nil
	}
	err := remote("--user-service-url", a.UserServiceURL)
	for name, token := range map[string]string{
		"COHORTIUM_SGC_UPLOADER_TOKEN": a.SGCUploaderToken, "COHORTIUM_SGC_REVIEWER_TOKEN": a.SGCReviewerToken,
	} {
		if token != "" { // without one, accounts are created at the service itself
			err = errors.Join(err, secret(name, token))
		}
	}
	return err
}

// remote checks the address of a server that is trusted with secrets: https,
// or http on this machine.
func remote(flag, address string) error {
	u, err := url.Parse(address)
	if err == nil && u.Host != "" && u.User == nil && (u.Scheme == "https" || u.Scheme == "http" && loopback(u.Hostname())) {
		return nil
	}
	return fmt.Errorf("%s has to be an https address (http only on this machine)", flag)
}

func loopback(host string) bool {
	ip := net.ParseIP(host)
	return host == "localhost" || ip != nil && ip.IsLoopback()
}

// secret rejects a value that is missing, short, or copied from an example.
func secret(name, value string) error {
	low := strings.ToLower(value)
	for _, word := range []string{"example", "changeme", "change-me", "placeholder", "your-"} {
		if strings.Contains(low, word) {
			return fmt.Errorf("%s holds a value from an example: set the real one", name)
		}
	}
	if len(value) < 16 {
		return fmt.Errorf("%s is missing or shorter than 16 characters", name)
	}
	return nil
}

func origins(list []string) error {
	for _, o := range list {
		if err := origin("--allowed-origins", o); err != nil {
			return err
		}
	}
	return nil
}

// origin checks the origin of a flag; an empty one is valid.
func origin(flag, o string) error {
	u, err := url.Parse(o)
	if o != "" && (err != nil || u.Host == "" || strings.Contains(o, "*") || u.Scheme+"://"+u.Host != o || u.Scheme != "https" && !loopback(u.Hostname())) {
		return fmt.Errorf("%s has %q: write an origin such as https://portal.example.org, without a path", flag, o)
	}
	return nil
}
