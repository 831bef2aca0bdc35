package config

import (
	"errors"
	"net"
	"net/url"
)

// TLS holds how the server answers https itself, without a proxy.
type TLS struct {
	TLSCert        string `help:"File of the certificate with its chain, PEM; the server then answers https at --listen. It is read again when it changes." env:"COHORTIUM_TLS_CERT" name:"tls-cert" placeholder:"FILE"`
	TLSKey         string `help:"File of its key, PEM." env:"COHORTIUM_TLS_KEY" name:"tls-key" placeholder:"FILE"`
	ACME           bool   `help:"Get the certificate for the name in --base-url from a certificate authority by ACME, and renew it." env:"COHORTIUM_ACME" name:"acme"`
	ACMEDirectory  string `help:"Address of the certificate authority." default:"https://acme-v02.api.letsencrypt.org/directory" env:"COHORTIUM_ACME_DIRECTORY" name:"acme-directory"`
	ACMEEmail      string `help:"Mail address that it may write to." env:"COHORTIUM_ACME_EMAIL" name:"acme-email"`
	ACMERoots      string `help:"File of the certificates that its own is signed by, PEM; those of the system if absent." env:"COHORTIUM_ACME_ROOTS" name:"acme-roots" placeholder:"FILE"`
	RedirectListen string `help:"Address that answers http by a redirect to --base-url, such as :80; none if absent." env:"COHORTIUM_REDIRECT_LISTEN" name:"redirect-listen"`
}

// HTTPS reports whether the server answers https itself.
func (t TLS) HTTPS() bool { return t.ACME || t.TLSCert != "" }

// tlsFits returns an error with one sentence for each invalid setting.
func tlsFits(t TLS, w Web) error {
	switch {
	case (t.TLSCert == "") != (t.TLSKey == ""):
		return errors.New("--tls-cert and --tls-key have to be set together")
	case t.ACME && t.TLSCert != "":
		return errors.New("--acme gets a certificate: leave out --tls-cert and --tls-key")
	case t.RedirectListen != "" && !t.HTTPS():
		return errors.New("--redirect-listen needs --tls-cert or --acme")
	case !t.HTTPS():
		return nil
	case !w.Secure():
		return errors.New("--base-url has to start with https:// for --tls-cert and --acme")
	}
	var err error
	if t.RedirectListen != "" {
		if _, _, split := net.SplitHostPort(t.RedirectListen); split != nil {
			err = errors.New("--redirect-listen has to be host:port, or :port for every address")
		}
	}
	if t.ACME {
		u, parsed := url.Parse(w.BaseURL)
		if parsed != nil || net.ParseIP(u.Hostname()) != nil {
			err = errors.Join(err, errors.New("--acme needs a name in --base-url, not an IP address"))
		}
		err = errors.Join(err, scheme("--acme-directory", t.ACMEDirectory, "https"))
	}
	return err
}
