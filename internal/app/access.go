package app

import (
	"context"
	"crypto/rand"
	"fmt"
	"io"
	"net"
	"strings"

	"cohortium/internal/adapter/mail"
	"cohortium/internal/adapter/oidc"
	"cohortium/internal/adapter/userservice"
	"cohortium/internal/app/console"
	"cohortium/internal/platform/auth"
	"cohortium/internal/platform/config"
	"cohortium/internal/platform/errs"
)

// openAccounts creates the account service with the external systems of the settings: mail server,
// sign-in provider, user service.
func (k *stack) openAccounts(s config.Settings) error {
	for _, role := range s.SecondFactorRoles() {
		if _, ok := auth.RoleNamed(role); !ok {
			return console.Unusable(fmt.Errorf("--require-second-factor: %q is not a role", role))
		}
	}
	deps := auth.Deps{
		Store: k.store.Accounts(), Now: console.Now, NewID: newID, Random: rand.Reader, Settings: accountSettings(s), Log: k.log,
	}
	if s.MailURL != "" {
		mailer, err := mail.New(mail.Options{URL: s.MailURL, From: s.MailFrom})
		if err != nil {
			return console.Unusable(err)
		}
		k.mailer = reportingMailer{mailer, k}
		deps.Mailer = k.mailer
	}
	if s.OIDCClientID != "" {
		provider, err := oidc.New(oidc.Options{
			Issuer: s.OIDCIssuer, Name: s.OIDCName, ClientID: s.OIDCClientID, ClientSecret: s.OIDCClientSecret,
			RedirectURL: publicURL(s.Web) + "/login/callback",
		})
		if err != nil {
			return console.Unusable(err)
		}
		deps.Provider = provider
	}
	if s.ExternalUserService() {
		directory, err := userservice.New(userservice.Options{
			URL: s.UserServiceURL, Group: s.SGCGroup, UploaderToken: s.SGCUploaderToken, ReviewerToken: s.SGCReviewerToken, Now: console.Now,
		})
		if err != nil {
			return console.Unusable(err)
		}
		deps.Directory = directory
	}
	var err error
	if k.auth, err = auth.New(deps); err != nil {
		return err
	}
	k.closers = append(k.closers, k.auth.Close)
	return nil
}

func accountSettings(s config.Settings) auth.Settings {
	out := auth.DefaultSettings()
	out.Idle, out.Absolute, out.RememberAbsolute = s.SessionIdle, s.SessionMax, s.RememberMax
	out.RequireSecondFactor, out.Registration = s.SecondFactorRoles(), s.Registration
	out.BaseURL, out.SGCGroup = publicURL(s.Web), s.SGCGroup
	return out
}

// publicURL returns the public origin of the server: from the settings, or this machine's address.
func publicURL(w config.Web) string {
	if w.BaseURL != "" {
		return strings.TrimRight(w.BaseURL, "/")
	}
	host, port, err := net.SplitHostPort(w.Listen)
	if err != nil { // Validate has checked it
		return ""
	}
	if ip := net.ParseIP(host); host == "" || ip != nil && ip.IsUnspecified() {
		host = "localhost"
	}
	return "http://" + net.JoinHostPort(host, port)
}

// providerName returns the label of the button for external sign-in, "" for none.
func providerName(a config.Access) string {
	if a.OIDCClientID == "" {
		return ""
	}
	return a.OIDCName
}

// offerFirstAccount prints how to create the first account while there is none.
func (k *stack) offerFirstAccount(ctx context.Context, w io.Writer) error {
	link, err := k.auth.FirstAdminLink(ctx)
	if errs.Is(err, errs.Conflict) { // there are accounts
		return nil
	}
	if err != nil {
		return err
	}
	fmt.Fprintf(w, "There are no accounts yet. Open this address to create the first administrator. It works once, until %s:\n\n  %s\n\n",
		link.ExpiresAt.Format("2006-01-02 15:04 MST"), link.URL)
	return nil
}

// userServiceAddress returns the address for the pages: / for this server, "" for none.
func userServiceAddress(a config.Access) string {
	switch a.UserServiceURL {
	case config.UserServiceBuiltin:
		return "/"
	case config.UserServiceNone:
		return ""
	}
	return strings.TrimRight(a.UserServiceURL, "/")
}
