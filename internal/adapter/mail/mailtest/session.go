package mailtest

import (
	"io"
	"slices"

	"github.com/emersion/go-sasl"
	"github.com/emersion/go-smtp"
)

// session is one connection of a client.
type session struct {
	server *Server
	conn   *smtp.Conn
	known  bool // signed in
	from   string
	to     []string
}

func (s *Server) session(c *smtp.Conn) (smtp.Session, error) {
	out := &session{server: s, conn: c, known: s.opt.UserName == ""}
	out.drop(AtGreeting)
	return out, nil
}

// drop breaks the connection if it is to break at this stage; later writes are discarded.
func (c *session) drop(at Stage) {
	if c.server.opt.Drop == at {
		_ = c.conn.Conn().Close() // already broken is fine
	}
}

// AuthMechanisms implements smtp.AuthSession.
func (c *session) AuthMechanisms() []string {
	if c.server.opt.UserName == "" {
		return nil
	}
	return []string{sasl.Plain}
}

// Auth implements smtp.AuthSession.
func (c *session) Auth(string) (sasl.Server, error) {
	return sasl.NewPlainServer(func(_, userName, password string) error {
		c.known = userName == c.server.opt.UserName && password == c.server.opt.Password
		if !c.known {
			return smtp.ErrAuthFailed
		}
		return nil
	}), nil
}

// Mail implements smtp.Session.
func (c *session) Mail(from string, _ *smtp.MailOptions) error {
	switch {
	case !c.known:
		return smtp.ErrAuthRequired
	case c.server.opt.Busy:
		return &smtp.SMTPError{Code: 451, EnhancedCode: smtp.EnhancedCode{4, 3, 2}, Message: "Try again later"}
	}
	c.from = from
	return nil
}

// Rcpt implements smtp.Session.
func (c *session) Rcpt(to string, _ *smtp.RcptOptions) error {
	c.drop(AtRecipient)
	if slices.Contains(c.server.opt.Refuse, to) {
		return &smtp.SMTPError{Code: 550, EnhancedCode: smtp.EnhancedCode{5, 1, 1}, Message: "No such mailbox"}
	}
	c.to = append(c.to, to)
	return nil
}

// Data implements smtp.Session.
func (c *session) Data(r io.Reader) error {
	c.drop(AtText)
	raw, err := io.ReadAll(r)
	if err != nil {
		return err
	}
	m, err := parse(raw)
	if err != nil {
		return &smtp.SMTPError{Code: 554, EnhancedCode: smtp.EnhancedCode{5, 6, 0}, Message: err.Error()}
	}
	m.From, m.To = c.from, slices.Clone(c.to)
	c.server.add(m)
	return nil
}

// Reset implements smtp.Session; a client calls it after a message.
func (c *session) Reset() {
	if len(c.to) > 0 {
		c.drop(AfterText)
	}
	c.from, c.to = "", nil
}

// Logout implements smtp.Session.
func (c *session) Logout() error { return nil }
