package main

import (
	"fmt"

	"github.com/spf13/cobra"
)

func newCompletion(e *env) *cobra.Command {
	shells := []string{"bash", "zsh", "fish", "powershell"}
	return &cobra.Command{
		Use:   "completion SHELL",
		Short: "Print the script that completes commands in bash, zsh, fish or powershell",
		Example: `  source <(quatrain completion bash)
  quatrain completion fish > ~/.config/fish/completions/quatrain.fish`,
		ValidArgs: shells,
		RunE: func(cmd *cobra.Command, args []string) error {
			if len(args) != 1 {
				return usagef("name one shell: quatrain completion bash, zsh, fish or powershell")
			}
			var err error
			switch root := cmd.Root(); args[0] {
			case "bash":
				err = root.GenBashCompletionV2(e.stdout, true)
			case "zsh":
				err = root.GenZshCompletion(e.stdout)
			case "fish":
				err = root.GenFishCompletion(e.stdout, true)
			case "powershell":
				err = root.GenPowerShellCompletionWithDesc(e.stdout)
			default:
				return usagef("%q is no shell known here; there are bash, zsh, fish and powershell", args[0])
			}
			if err != nil {
				return fmt.Errorf("writing the completion script: %w", err)
			}
			return nil
		},
	}
}
