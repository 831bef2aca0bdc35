// Package userservice verifies tokens at an external user service, and creates and lists accounts
// there. It implements auth.Directory over HTTP and imports errs, cache and auth. Package auth
// defines the rights of roles.
package userservice

import (
	"context"
	"crypto/sha256"
	"errors"
	"net"
	"net/http"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"time"

	"cohortium/internal/platform/auth"
	"cohortium/internal/platform/cache"
	"cohortium/internal/platform/errs"
)

// patience is how long the service may take for an answer, its last byte included.
const patience = 5 * time.Second

// How long a good answer is cached, and how many are.
const (
	keep    = 60 * time.Second
	maxKept = 1000
)

// Options name the service. They come from the settings of the server only.
type Options struct {
	URL           string // https; http only to this machine
	Group         string // group of the accounts, such as sgc
	UploaderToken string // provisioning token of the role {group}-uploader; "" when there is none
	ReviewerToken string // provisioning token of the role {group}-reviewer; "" when there is none
	Now           func() time.Time
	HTTP          *http.Client
}

// Client calls the service. It is safe for concurrent use.
type Client struct {
	base *url.URL
	opt  Options
	http *http.Client
	good *cache.Cache[question, *auth.DirectoryUser]
}

// question is the key of a cached answer; the token itself is not stored.
type question struct {
	token [sha256.Size]byte
	group string
}

var _ auth.Directory = (*Client)(nil)

var groupForm = regexp.MustCompile(`^[A-Za-z0-9_-]{1,64}$`)

// New checks the options and contacts no server.
func New(o Options) (*Client, error) {
	base, err := url.Parse(o.URL)
	switch {
	case err != nil:
		return nil, badOption("The address of the user service cannot be understood.")
	case base.Host == "" || base.User != nil || base.RawQuery != "" || base.ForceQuery || base.Fragment != "":
		return nil, badOption("The address of the user service must have a host, and neither user name, query nor fragment.")
	case base.Scheme != "https" && (base.Scheme != "http" || !isLoopback(base.Hostname())):
		return nil, badOption("The address of the user service must begin with https://, or be of this machine.")
	case !groupForm.MatchString(o.Group):
		return nil, badOption("The group of the user service has 1 to 64 letters, digits, _ and -.")
	}
	if o.Now == nil {
		o.Now = time.Now
	}
	return &Client{base: base, opt: o, http: careful(o.HTTP), good: cache.New[question, *auth.DirectoryUser](maxKept, keep, o.Now)}, nil
}

func badOption(sentence string) error {
	return errs.New(errs.Invalid, "user_service_settings", "%s", sentence)
}

func isLoopback(host string) bool {
	ip := net.ParseIP(host)
	return host == "localhost" || ip != nil && ip.IsLoopback()
}

// careful derives a client that follows no redirect and waits no longer than patience.
func careful(c *http.Client) *http.Client {
	out := http.Client{}
	if c != nil {
		out = *c
	}
	out.Timeout = patience
	out.CheckRedirect = func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }
	out.Jar = nil
	return &out
}

// tokenForm is the form of a bearer token by RFC 6750.
var tokenForm = regexp.MustCompile(`^[A-Za-z0-9._~+/-]+=*$`)

const maxToken = 8 << 10

// Verify implements auth.Directory. A good answer is cached for up to a minute; others are not
// cached.
func (c *Client) Verify(ctx context.Context, token, group string) (u *auth.DirectoryUser, err error) {
	defer errs.Wrap(&err, "userservice.Verify(%q)", group)
	if !groupForm.MatchString(group) {
		return nil, otherGroup(errors.New("there is no such group"))
	}
	if len(token) > maxToken || !tokenForm.MatchString(token) {
		return nil, expired(errors.New("this cannot be a token"))
	}
	key := question{sha256.Sum256([]byte(token)), group}
	u, err = c.good.Get(ctx, key, func(ctx context.Context) (*auth.DirectoryUser, error) { return c.ask(ctx, token, group) })
	if err != nil {
		return nil, err
	}
	return clone(u), nil
}

func clone(u *auth.DirectoryUser) *auth.DirectoryUser {
	out := *u
	out.Roles, out.Permissions, out.Groups = slices.Clone(u.Roles), slices.Clone(u.Permissions), slices.Clone(u.Groups)
	return &out
}

// ask asks the service for the account of a token.
func (c *Client) ask(ctx context.Context, token, group string) (*auth.DirectoryUser, error) {
	answer, err := c.send(ctx, http.MethodGet, "verify", url.Values{"group": {group}}, token)
	if err != nil {
		return nil, err
	}
	switch answer.status {
	case http.StatusOK:
	case http.StatusUnauthorized:
		return nil, expired(answer.cause())
	case http.StatusForbidden:
		return nil, otherGroup(answer.cause())
	default:
		return nil, unavailable(answer.cause())
	}
	u, err := answer.user()
	switch {
	case err != nil:
		return nil, unavailable(err)
	case !u.IsActive:
		return nil, expired(errors.New("the account is not active"))
	case len(u.Groups) > 0 && !slices.Contains(u.Groups, group):
		return nil, otherGroup(errors.New("the account's groups are others"))
	}
	return u, nil
}

func expired(cause error) error {
	return errs.New(errs.Unauthenticated, "session_ended", "Your session has ended. Sign in again.").Because(cause)
}

func otherGroup(cause error) error {
	return errs.New(errs.Forbidden, "other_group", "This account does not belong to this part of the site.").Because(cause)
}

func unavailable(cause error) error {
	return errs.New(errs.Unavailable, "user_service", "The user service does not answer as it should; try again in a minute.").Because(cause)
}

// noToken reports that the server's own token is missing or rejected.
func noToken(cause error) error {
	return errs.New(errs.Unavailable, "user_service_token",
		"This server holds no provisioning token that the user service accepts; contact its operator.").Because(cause)
}

// CreateUser implements auth.Directory. The role selects the token of the request, and the service
// assigns the role of the token to the account.
func (c *Client) CreateUser(ctx context.Context, u auth.NewUser) (err error) {
	defer errs.Wrap(&err, "userservice.CreateUser(%q)", u.UserName)
	token, err := c.tokenFor(u.Roles)
	if err != nil {
		return err
	}
	form := url.Values{"token": {token}, "username": {u.UserName}, "password": {u.Password}}
	for name, value := range map[string]string{"first_name": u.FirstName, "last_name": u.LastName, "email": u.Email} {
		if value != "" {
			form.Set(name, value)
		}
	}
	answer, err := c.send(ctx, http.MethodPost, "create-user", form, "")
	if err != nil {
		return err
	}
	switch answer.status {
	case http.StatusOK, http.StatusCreated:
		return nil
	case http.StatusBadRequest, http.StatusConflict:
		return answer.refusal()
	case http.StatusUnauthorized, http.StatusForbidden:
		return noToken(answer.cause())
	}
	return unavailable(answer.cause())
}

func (c *Client) tokenFor(roles []string) (string, error) {
	if len(roles) == 1 {
		token, known := map[string]string{
			c.opt.Group + "-uploader": c.opt.UploaderToken,
			c.opt.Group + "-reviewer": c.opt.ReviewerToken,
		}[roles[0]]
		if token != "" {
			return token, nil
		}
		if known {
			return "", noToken(errors.New("none is set for the role " + roles[0]))
		}
	}
	return "", fieldError("role", "An account at the user service has one role, "+c.opt.Group+"-uploader or "+c.opt.Group+"-reviewer.")
}

func fieldError(field, message string) error {
	return errs.New(errs.Rule, "rule", "%s", message).WithFields(errs.Field{Field: field, Message: message})
}

// Users implements auth.Directory.
func (c *Client) Users(ctx context.Context) (list []auth.DirectoryUser, err error) {
	defer errs.Wrap(&err, "userservice.Users()")
	token := c.opt.ReviewerToken
	if token == "" {
		token = c.opt.UploaderToken
	}
	if token == "" {
		return nil, noToken(errors.New("none is set"))
	}
	answer, err := c.send(ctx, http.MethodGet, "list-users", url.Values{"token": {token}}, "")
	if err != nil {
		return nil, err
	}
	switch answer.status {
	case http.StatusOK:
	case http.StatusUnauthorized, http.StatusForbidden:
		return nil, noToken(answer.cause())
	default:
		return nil, unavailable(answer.cause())
	}
	if list, err = answer.users(); err != nil {
		return nil, unavailable(err)
	}
	return list, nil
}

// address joins the base, the name of a call and a query. Names are constants.
func (c *Client) address(call string, query url.Values) string {
	u := *c.base.JoinPath("api", "auth", call, "/")
	u.RawQuery = query.Encode()
	return u.String()
}

func (c *Client) send(ctx context.Context, method, call string, values url.Values, bearer string) (*answer, error) {
	query, body := values, ""
	if method == http.MethodPost {
		query, body = nil, values.Encode()
	}
	r, err := http.NewRequestWithContext(ctx, method, c.address(call, query), strings.NewReader(body))
	if err != nil {
		return nil, unavailable(errors.New(call + ": the request cannot be made"))
	}
	r.Header.Set("Accept", "application/json")
	if method == http.MethodPost {
		r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	}
	if bearer != "" {
		r.Header.Set("Authorization", "Bearer "+bearer)
	}
	said, err := c.http.Do(r)
	if err != nil {
		return nil, unavailable(withoutAddress(call, err))
	}
	defer said.Body.Close()
	return read(call, said)
}

// withoutAddress returns an error without the address, whose query may contain a provisioning
// token.
func withoutAddress(call string, err error) error {
	var at *url.Error
	if errors.As(err, &at) {
		err = at.Err
	}
	return errors.New(call + ": " + err.Error())
}
