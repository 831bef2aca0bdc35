package app

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"strings"
	"text/tabwriter"

	"cohortium/internal/app/console"
	"cohortium/internal/platform/auth"
	"cohortium/internal/platform/config"
	"cohortium/internal/platform/errs"
)

// UserCmd manages accounts.
type UserCmd struct {
	Create            UserCreateCmd            `cmd:"" help:"Make an account; its password is read from standard input."`
	List              UserListCmd              `cmd:"" help:"List the accounts."`
	SetRole           UserSetRoleCmd           `cmd:"" help:"Replace the roles of an account and end its sessions."`
	ResetLink         UserResetLinkCmd         `cmd:"" help:"Print a link with which the owner of an account chooses a new password."`
	ResetSecondFactor UserResetSecondFactorCmd `cmd:"" help:"Remove the second factor of a user who lost both app and recovery codes."`
	Disable           UserDisableCmd           `cmd:"" help:"Disable an account and end its sessions."`
}

// UserCreateCmd creates an account.
type UserCreateCmd struct {
	config.Storage `embed:""`
	Username       string   `required:"" help:"Name to sign in with."`
	Role           []string `required:"" help:"Role. Repeatable."`
	Group          []string `help:"Group, such as hermes. Repeatable."`
	Email          string   `help:"Address for messages."`
	PasswordStdin  bool     `required:"" name:"password-stdin" help:"Read the password from standard input, so that it is in no list of processes."`
}

// Run creates the account.
func (c *UserCreateCmd) Run(env *console.Env) error {
	password, err := readPassword(env.Stdin)
	if err != nil {
		return console.Unusable(err)
	}
	return withAccounts(env, c.Storage, func(a *auth.Service) error {
		u, err := a.CreateUser(env.Ctx, auth.NewUser{
			UserName: c.Username, Email: c.Email, Password: password, Roles: c.Role, Groups: c.Group,
		})
		if err != nil {
			return explained(err)
		}
		fmt.Fprintf(env.Stdout, "Account %s was made.\n", u.UserName)
		return nil
	})
}

// readPassword reads one line.
func readPassword(r io.Reader) (string, error) {
	line, err := bufio.NewReader(io.LimitReader(r, 4096)).ReadString('\n')
	if err != nil && !errors.Is(err, io.EOF) {
		return "", err
	}
	line = strings.TrimRight(line, "\r\n")
	if line == "" {
		return "", errors.New("no password came on standard input")
	}
	return line, nil
}

// UserListCmd lists accounts.
type UserListCmd struct {
	config.Storage `embed:""`
}

// Run prints one line per account.
func (c *UserListCmd) Run(env *console.Env) error {
	return withAccounts(env, c.Storage, func(a *auth.Service) error {
		users, err := a.Users(env.Ctx)
		if err != nil {
			return err
		}
		out := tabwriter.NewWriter(env.Stdout, 0, 4, 2, ' ', 0)
		fmt.Fprintln(out, "NAME\tROLES\tGROUPS\tACTIVE\tLAST SIGN-IN")
		for _, u := range users {
			last := "never"
			if u.LastLogin != nil {
				last = u.LastLogin.Format("2006-01-02 15:04")
			}
			fmt.Fprintf(out, "%s\t%s\t%s\t%t\t%s\n", u.UserName, strings.Join(u.Roles, ","), strings.Join(u.Groups, ","), u.IsActive, last)
		}
		return out.Flush()
	})
}

// UserSetRoleCmd replaces roles.
type UserSetRoleCmd struct {
	config.Storage `embed:""`
	Username       string   `arg:"" help:"Name of the account."`
	Role           []string `arg:"" help:"Roles that it has from now on."`
}

// Run replaces the roles.
func (c *UserSetRoleCmd) Run(env *console.Env) error {
	return withAccounts(env, c.Storage, func(a *auth.Service) error {
		return explained(a.SetRoles(env.Ctx, c.Username, c.Role))
	})
}

// UserResetLinkCmd prints a link to choose a password.
type UserResetLinkCmd struct {
	config.Storage `embed:""`
	BaseURL        string `help:"Address that people type; the link begins with it." default:"http://localhost:8080" env:"COHORTIUM_BASE_URL" name:"base-url"`
	Username       string `arg:"" help:"Name of the account."`
}

// Run prints the link.
func (c *UserResetLinkCmd) Run(env *console.Env) error {
	settings := withoutPages(c.Storage)
	settings.BaseURL = c.BaseURL
	return withService(env, settings, func(a *auth.Service) error {
		link, err := a.ResetLink(env.Ctx, c.Username)
		if err != nil {
			return explained(err)
		}
		fmt.Fprintln(env.Stdout, link.URL)
		fmt.Fprintf(env.Stderr, "It can be used once, until %s.\n", link.ExpiresAt.Format("2006-01-02 15:04 MST"))
		return nil
	})
}

// UserResetSecondFactorCmd removes a second factor.
type UserResetSecondFactorCmd struct {
	config.Storage `embed:""`
	Username       string `arg:"" help:"Name of the account."`
}

// Run removes the second factor.
func (c *UserResetSecondFactorCmd) Run(env *console.Env) error {
	return withAccounts(env, c.Storage, func(a *auth.Service) error {
		return explained(a.ResetSecondFactor(env.Ctx, c.Username))
	})
}

// UserDisableCmd disables an account.
type UserDisableCmd struct {
	config.Storage `embed:""`
	Username       string `arg:"" help:"Name of the account."`
}

// Run disables the account.
func (c *UserDisableCmd) Run(env *console.Env) error {
	return withAccounts(env, c.Storage, func(a *auth.Service) error {
		return explained(a.SetActive(env.Ctx, c.Username, false))
	})
}

func withAccounts(env *console.Env, s config.Storage, do func(*auth.Service) error) error {
	return withService(env, withoutPages(s), do)
}

// withService opens the accounts for one command.
func withService(env *console.Env, s config.Settings, do func(*auth.Service) error) (err error) {
	k, err := openStack(env.Ctx, s, newLog(env.Stderr), tuning{})
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, k.Close()) }()
	return do(k.auth)
}

// explained adds the messages of the fields at fault to an error.
func explained(err error) error {
	var e *errs.Error
	if !errors.As(err, &e) {
		return err
	}
	parts := []string{e.Detail}
	for _, f := range e.Fields {
		if f.Message != e.Detail {
			parts = append(parts, f.Message)
		}
	}
	return errors.New(strings.Join(parts, " "))
}
