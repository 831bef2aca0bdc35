package app

import (
	"fmt"
	"strings"
	"text/tabwriter"

	"cohortium/internal/app/console"
	"cohortium/internal/platform/auth"
	"cohortium/internal/platform/config"
)

// TokenCmd manages API tokens.
type TokenCmd struct {
	Create TokenCreateCmd `cmd:"" help:"Make an API token for an account and print it, once."`
	List   TokenListCmd   `cmd:"" help:"List the API tokens of an account."`
	Revoke TokenRevokeCmd `cmd:"" help:"Revoke an API token."`
}

// TokenCreateCmd is `token create`.
type TokenCreateCmd struct {
	config.Storage `embed:""`
	Username       string   `required:"" help:"Account that the token acts as."`
	Name           string   `required:"" help:"What the token is for."`
	Scope          []string `help:"read, upload, review or admin. Repeatable." default:"read"`
	Days           int      `help:"Days until it expires." default:"90"`
	ProvisionRole  string   `name:"provision-role" help:"Make a provisioning token instead: it may only make accounts with this role in the user service."`
}

// Run creates the token and prints its text.
func (c *TokenCreateCmd) Run(env *console.Env) error {
	scopes := make([]auth.Scope, len(c.Scope))
	for i, s := range c.Scope {
		scopes[i] = auth.Scope(s)
	}
	if c.ProvisionRole != "" {
		scopes = nil
	}
	return withAccounts(env, c.Storage, func(a *auth.Service) error {
		text, token, err := a.CreateTokenFor(env.Ctx, c.Username, auth.NewToken{
			Name: c.Name, Scopes: scopes, Days: c.Days, ProvisionRole: c.ProvisionRole,
		})
		if err != nil {
			return explained(err)
		}
		fmt.Fprintln(env.Stdout, text)
		fmt.Fprintf(env.Stderr, "The token %s is good until %s. It is shown this once.\n", token.ID, token.ExpiresAt.Format("2006-01-02"))
		return nil
	})
}

// TokenListCmd is `token list`.
type TokenListCmd struct {
	config.Storage `embed:""`
	Username       string `required:"" help:"Account whose tokens to list."`
}

// Run prints one line per token.
func (c *TokenListCmd) Run(env *console.Env) error {
	return withAccounts(env, c.Storage, func(a *auth.Service) error {
		tokens, err := a.TokensOf(env.Ctx, c.Username)
		if err != nil {
			return explained(err)
		}
		out := tabwriter.NewWriter(env.Stdout, 0, 4, 2, ' ', 0)
		fmt.Fprintln(out, "ID\tNAME\tSCOPES\tEXPIRES\tLAST USE")
		for _, t := range tokens {
			last := "never"
			if t.LastUsedAt != nil {
				last = t.LastUsedAt.Format("2006-01-02 15:04")
			}
			fmt.Fprintf(out, "%s\t%s\t%s\t%s\t%s\n", t.ID, t.Name, scopesOf(t), t.ExpiresAt.Format("2006-01-02"), last)
		}
		return out.Flush()
	})
}

func scopesOf(t auth.APIToken) string {
	if t.ProvisionRole != "" {
		return "provisions " + t.ProvisionRole
	}
	words := make([]string, len(t.Scopes))
	for i, s := range t.Scopes {
		words[i] = string(s)
	}
	return strings.Join(words, ",")
}

// TokenRevokeCmd is `token revoke`.
type TokenRevokeCmd struct {
	config.Storage `embed:""`
	ID             string `arg:"" help:"Id of the token, as token list prints it."`
}

// Run revokes the token of an id. Programs that use it get 401 from then on.
func (c *TokenRevokeCmd) Run(env *console.Env) error {
	return withAccounts(env, c.Storage, func(a *auth.Service) error {
		return explained(a.RevokeTokenByID(env.Ctx, c.ID))
	})
}
