// Package mail sends plain-text mail through an SMTP server. It implements auth.Mailer over go-mail
// and imports errs and auth. Package auth decides the content and the recipients.
package mail

import (
	"cmp"
	"context"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"net"
	netmail "net/mail"
	"net/url"
	"strconv"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	gomail "github.com/wneessen/go-mail"

	"cohortium/internal/platform/auth"
	"cohortium/internal/platform/errs"
)

// One step of the conversation with the server, and all of it.
const (
	stepPatience = 10 * time.Second
	patience     = 30 * time.Second
)

// Limits of a message: characters of the subject (a header line has 998 bytes,
// RFC 5322), bytes of an address (RFC 5321) and of the text.
const (
	maxSubject = 200
	maxAddress = 254
	maxText    = 256 << 10
)

// Options name the server and the sender. They come from the settings of the server only.
type Options struct {
	// URL is smtp://user:password@host:587 or smtps://host:465; user, password and port are
	// optional. smtp:// requires STARTTLS, except to this machine, where the connection stays
	// unencrypted.
	URL  string
	From string // an address, optionally with a name before it
	// RootCAs vouch for the server; the system's when nil.
	RootCAs *x509.CertPool
	// Dial opens the connection; the network's when nil.
	Dial  func(ctx context.Context, network, address string) (net.Conn, error)
	Now   func() time.Time // time.Now when nil
	NewID func() string    // first part of a Message-ID; random when nil
}

// Mailer sends mail. It is safe for concurrent use; each message has a separate connection.
type Mailer struct {
	opt      Options
	from     *netmail.Address
	host     string
	port     int
	implicit bool // TLS from the first byte
	local    bool
	user     string
	password string
}

var _ auth.Mailer = (*Mailer)(nil)

// New checks the options and does not connect. Its errors never contain the URL, which holds a
// password.
func New(o Options) (*Mailer, error) {
	u, err := url.Parse(o.URL)
	if err != nil {
		return nil, badOption("The mail URL cannot be understood; it looks like smtp://user:password@host:587.")
	}
	m := &Mailer{opt: o, host: u.Hostname(), implicit: u.Scheme == "smtps", local: isLoopback(u.Hostname())}
	switch {
	case u.Scheme != "smtp" && u.Scheme != "smtps":
		return nil, badOption("The mail URL must begin with smtp:// or smtps://.")
	case m.host == "", strings.Trim(u.Path, "/") != "", u.RawQuery != "", u.Fragment != "":
		return nil, badOption("The mail URL must have a host, and nothing behind host and port.")
	}
	if m.port, err = strconv.Atoi(cmp.Or(u.Port(), map[bool]string{false: "587", true: "465"}[m.implicit])); err != nil || m.port < 1 || m.port > 65535 {
		return nil, badOption("The port of the mail URL must be between 1 and 65535.")
	}
	m.user = u.User.Username()
	m.password, _ = u.User.Password()
	if (m.user == "") != (m.password == "") {
		return nil, badOption("The mail URL must have both a user name and a password, or neither.")
	}
	if m.from, err = netmail.ParseAddress(o.From); err != nil || !onOneLine(o.From, maxAddress) || bareAddress(m.from.Address) != nil {
		return nil, badOption("The mail sender %q is not an e-mail address.", o.From)
	}
	if m.opt.Now == nil {
		m.opt.Now = time.Now
	}
	if m.opt.NewID == nil {
		m.opt.NewID = rand.Text
	}
	if m.opt.Dial == nil {
		m.opt.Dial = new(net.Dialer).DialContext
	}
	return m, nil
}

func badOption(format string, args ...any) error {
	return errs.New(errs.Invalid, "mail_settings", format, args...)
}

func isLoopback(host string) bool {
	return host == "localhost" || host == "127.0.0.1" || host == "::1"
}

// onOneLine reports whether a text can be used in a header unchanged.
func onOneLine(s string, most int) bool {
	return s != "" && utf8.ValidString(s) && utf8.RuneCountInString(s) <= most && !strings.ContainsFunc(s, func(r rune) bool {
		return unicode.IsControl(r) || r == '\u2028' || r == '\u2029'
	})
}

// bareAddress rejects a text that is not exactly one address.
func bareAddress(s string) error {
	parsed, err := netmail.ParseAddress(s)
	if err != nil {
		return err
	}
	if parsed.Address != s || len(s) > maxAddress || !onOneLine(s, maxAddress) {
		return errors.New("there is more than an address")
	}
	return nil
}

// Send implements auth.Mailer. It returns when the server has accepted the message. errs.Rule for
// an invalid address.
func (m *Mailer) Send(ctx context.Context, message auth.Message) (err error) {
	defer errs.Wrap(&err, "mail.Send(%q)", message.Subject)
	if err := bareAddress(message.To); err != nil {
		return errs.New(errs.Rule, "mail_address", "This is not an e-mail address.").Because(err).
			WithFields(errs.Field{Field: "email", Message: "This is not an e-mail address."})
	}
	letter, err := m.compose(message)
	if err != nil {
		return err
	}
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	line := &line{mailer: m, outer: ctx}
	defer line.close()
	client, err := gomail.NewClient(m.host, m.clientOptions(line)...)
	if err != nil {
		return err
	}
	err = client.DialAndSendWithContext(ctx, letter)
	if err == nil || letter.IsDelivered() {
		return nil // faults after the server accepted the message do not affect it
	}
	return problem(err)
}

// compose writes the message. Its Message-ID contains the sender's domain and not this machine's
// name.
func (m *Mailer) compose(message auth.Message) (*gomail.Msg, error) {
	if !onOneLine(message.Subject, maxSubject) || strings.Contains(message.Subject, "=?") { // "=?" begins an encoded word, which may hide anything
		return nil, errors.New("a subject has 1 to 200 characters on one line, without =?")
	}
	text := strings.ReplaceAll(message.Text, "\r\n", "\n")
	if !utf8.ValidString(text) || len(text) > maxText || strings.ContainsAny(text, "\x00\r") {
		return nil, errors.New("a text is UTF-8 without control characters, at most 256 KiB")
	}
	letter := gomail.NewMsg(gomail.WithNoDefaultUserAgent(), gomail.WithCharset(gomail.CharsetUTF8), gomail.WithEncoding(gomail.EncodingQP))
	letter.FromMailAddress(m.from)
	if err := letter.To(message.To); err != nil {
		return nil, err
	}
	letter.Subject(message.Subject)
	letter.SetDateWithValue(m.opt.Now())
	_, domain, _ := strings.Cut(m.from.Address, "@")
	letter.SetMessageIDWithValue(m.opt.NewID() + "@" + domain)
	letter.SetGenHeader("Auto-Submitted", "auto-generated") // RFC 3834: no machine should answer it
	letter.SetBodyString(gomail.TypeTextPlain, text)
	return letter, nil
}

func (m *Mailer) clientOptions(l *line) []gomail.Option {
	policy := gomail.TLSMandatory
	if m.implicit || m.local {
		policy = gomail.NoTLS // the connection is encrypted already, or does not leave this machine
	}
	options := []gomail.Option{
		gomail.WithPort(m.port), gomail.WithTimeout(stepPatience), gomail.WithTLSPolicy(policy), gomail.WithTLSConfig(m.tls()),
		gomail.WithDialContextFunc(l.dial),
	}
	if m.user != "" {
		options = append(options, gomail.WithUsername(m.user), gomail.WithPassword(m.password),
			gomail.WithOpportunisticSMTPAuth(gomail.SMTPAuthSCRAMSHA256, gomail.SMTPAuthPlain, gomail.SMTPAuthLogin))
	}
	return options
}

func (m *Mailer) tls() *tls.Config {
	return &tls.Config{ServerName: m.host, RootCAs: m.opt.RootCAs, MinVersion: tls.VersionTLS12}
}

// line is the connection for one message. It breaks when the caller's context ends, and is always
// closed at the end, as the library leaves it open when it fails early.
type line struct {
	mailer *Mailer
	outer  context.Context // of the whole of Send
	conn   net.Conn
	stop   func() bool
}

func (l *line) dial(ctx context.Context, network, address string) (net.Conn, error) {
	conn, err := l.mailer.opt.Dial(ctx, network, address)
	if err != nil {
		return nil, err
	}
	l.conn = conn
	l.stop = context.AfterFunc(l.outer, func() { _ = conn.Close() })
	if !l.mailer.implicit {
		return conn, nil
	}
	secure := tls.Client(conn, l.mailer.tls())
	return secure, secure.HandshakeContext(ctx)
}

func (l *line) close() {
	if l.conn != nil {
		l.stop()
		_ = l.conn.Close() // the library has closed it where all went well
	}
}

// problem distinguishes an address that the server rejects permanently from a server that does not
// accept mail now.
func problem(err error) error {
	var refused *gomail.SendError
	if errors.As(err, &refused) && refused.Reason == gomail.ErrSMTPRcptTo && !refused.IsTemp() && refused.ErrorCode() >= 500 {
		return errs.New(errs.Unavailable, "mail_refused", "The mail server does not accept mail for this address.").Because(err)
	}
	return errs.New(errs.Unavailable, "mail_unavailable", "The mail could not be sent; the mail server does not take it at the moment.").Because(err)
}
